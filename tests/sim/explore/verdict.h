/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_VERDICT_H
#define SIM_EXPLORE_VERDICT_H

/* What came of searches, for people, for programs, and as TAP. */

#include <stdbool.h>

#include "tests/sim/explore/search.h"
#include "tests/sim/explore/story.h"

/* A mutant is found within so many states, by so many choices. */
#define VERDICT_FIND_STATES 1000000
#define VERDICT_FIND_CHOICES 25

/* --- a line for each search -------------------------------------------------
 */

/* For people, or one line of JSON. */
void verdict_print(const struct story *story, const struct budgets *budgets,
                   const struct search_result *result, bool json);

/*
 * A rule broke: the path there, made short, as a story. only: the search looked
 * at its rules alone.
 */
void verdict_tell(const struct search_settings *search,
                  const struct search_result *result, bool only);

/* --- TAP
 * ----------------------------------------------------------------------
 *
 * Each returns whether it is good; number: of the test.
 */

/* It was exhausted, and has as many states as its file says. */
bool verdict_checked(int number, const struct story *story,
                     const struct story_bounds *bounds,
                     const struct search_result *result);

/* What it is to reach was reached, by all searches of it. */
bool verdict_reached(int number, const struct story *story, uint64_t reached);

/*
 * Every end of the whole search is one of the reduced one, and the other way
 * round; and the states are as many, whichever way the search takes first: none
 * is taken for another that is not.
 */
bool verdict_compared(int number, const struct story *story,
                      const struct story_bounds *bounds,
                      const struct search_result *reduced,
                      const struct search_result *turned,
                      const struct search_result *whole);

/* A rule broke, by a path that can be made short. */
bool verdict_found(const struct search_settings *search,
                   const struct search_result *result);

/* The rules that were to be judged were. */
bool verdict_judged(const struct search_settings *search,
                    const struct search_result *result);

/* What has been tried of what could be, a bit each; zero at first. */
struct verdict_tried {
    unsigned kinds;
    uint64_t faults;
    uint64_t alphabet; /* the faults of all stories */
};

void verdict_try_alphabet(struct verdict_tried *tried,
                          const struct story *story);
void verdict_try_choices(struct verdict_tried *tried,
                         const struct search_result *result);

/* Every kind of choice, and every fault of an alphabet, has been taken. */
bool verdict_all_tried(int number, const struct verdict_tried *tried);

#endif
