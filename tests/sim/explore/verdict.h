/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_VERDICT_H
#define SIM_EXPLORE_VERDICT_H

/* Reports the results of searches as text, as JSON, and as TAP. */

#include <stdbool.h>

#include "tests/sim/explore/search.h"
#include "tests/sim/explore/story.h"

/*
 * The bounds within which a mutant must be found: states, and length of the
 * path.
 */
#define VERDICT_FIND_STATES 1000000
#define VERDICT_FIND_CHOICES 25

/* --- a line for each search -------------------------------------------------
 */

/* Prints text, or one line of JSON. */
void verdict_print(const struct story *story, const struct budgets *budgets,
                   const struct search_result *result, bool json);

/*
 * Prints the path to the violation, reduced, as a story. only: the search
 * checked its rules only.
 */
void verdict_tell(const struct search_settings *search,
                  const struct search_result *result, bool only);

/* --- TAP: each function returns whether the test has passed; number: of the
 * test --- */

/* The search was complete, with the number of states in its file. */
bool verdict_checked(int number, const struct story *story,
                     const struct story_bounds *bounds,
                     const struct search_result *result);

/* The points that the story must reach were reached by its searches. */
bool verdict_reached(int number, const struct story *story, uint64_t reached);

/*
 * The search without reductions has the same ends as the reduced one. Both
 * directions of the search have the same number of states, so no states were
 * wrongly identified.
 */
bool verdict_compared(int number, const struct story *story,
                      const struct story_bounds *bounds,
                      const struct search_result *reduced,
                      const struct search_result *turned,
                      const struct search_result *whole);

/* A rule broke, on a path that can be reduced. */
bool verdict_found(const struct search_settings *search,
                   const struct search_result *result);

/* The rules that were to be judged had something to judge. */
bool verdict_judged(const struct search_settings *search,
                    const struct search_result *result);

/* The kinds of events that were tried, one bit each; zero at first. */
struct verdict_tried {
    unsigned kinds;
    uint64_t faults;
    uint64_t alphabet; /* the faults of all stories */
};

void verdict_try_alphabet(struct verdict_tried *tried,
                          const struct story *story);
void verdict_try_choices(struct verdict_tried *tried,
                         const struct search_result *result);

/* Every kind of choice, and every fault of the stories, was tried. */
bool verdict_all_tried(int number, const struct verdict_tried *tried);

#endif
