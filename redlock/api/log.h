/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_LOG_H
#define RLK_REDLOCK_API_LOG_H

/*
 * What has happened, in words. That they are kept until a program may be called
 * back, and then told, client.h declares.
 */

#include <stddef.h>

#include "redlock/redlock.h"
#include "redlock/runtime/runtime.h"

/* A resource's name is cut, and a node's words are no longer than this. */
#define RLK_LOG_TEXT_MAX 224

/* What is said of an event, of printing characters. size: at least 1. */
void rlk_log_text(const struct rlk_log_event *event, char *text, size_t size);
enum redlock_log_level rlk_log_level_of(enum rlk_log_kind kind);

#endif
