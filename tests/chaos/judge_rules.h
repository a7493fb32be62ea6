/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_JUDGE_RULES_H
#define TESTS_CHAOS_JUDGE_RULES_H

/* The rules. Each adds its violations to the verdict. */

#include "tests/chaos/verdict.h"

#define LOCKS_JUDGED_MAX 32

void rule_exclusion(struct verdict *verdict);
void rule_fences(struct verdict *verdict);
void rule_uses(struct verdict *verdict);
void rule_resources(struct verdict *verdict, const char *dir);
void rule_sets(struct verdict *verdict);
void rule_slots(struct verdict *verdict);
void rule_readers(struct verdict *verdict);
void rule_counts(struct verdict *verdict);
void rule_availability(struct verdict *verdict);
void rule_nothing_left(struct verdict *verdict);

#endif
