/* SPDX-License-Identifier: MIT */
/*
 * Counts the blocks that the core has allocated and not freed: see meson.build.
 */

#include "redlock/runtime/memory.h"

#include "tests/plans/play.h"

void *__real_rlk_alloc(size_t size);
void *__real_rlk_resize(void *old, size_t size);
char *__real_rlk_text_copy(const char *text);
void __real_rlk_free(void *memory);
void *__wrap_rlk_alloc(size_t size);
void *__wrap_rlk_resize(void *old, size_t size);
char *__wrap_rlk_text_copy(const char *text);
void __wrap_rlk_free(void *memory);

static int blocks;

int memory_left(void)
{
    return blocks;
}

void *__wrap_rlk_alloc(size_t size)
{
    void *memory = __real_rlk_alloc(size);

    blocks += memory != NULL;
    return memory;
}

void *__wrap_rlk_resize(void *old, size_t size)
{
    void *memory = __real_rlk_resize(old, size);

    blocks += old == NULL && memory != NULL;
    return memory;
}

char *__wrap_rlk_text_copy(const char *text)
{
    char *copy = __real_rlk_text_copy(text);

    blocks += copy != NULL;
    return copy;
}

void __wrap_rlk_free(void *memory)
{
    blocks -= memory != NULL;
    __real_rlk_free(memory);
}
