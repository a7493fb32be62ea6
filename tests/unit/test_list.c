/* SPDX-License-Identifier: MIT */
/* The list: members, order and removal. */

#include <criterion/criterion.h>

#include "redlock/runtime/list.h"

struct person {
    char name;
    struct rlk_list among;
};

static struct rlk_list head;
static struct person ann = {.name = 'a'};
static struct person bob = {.name = 'b'};
static struct person cid = {.name = 'c'};

static void init(void)
{
    rlk_list_init(&head);
}

TestSuite(list, .init = init);

/* Their names, first to last, and the same backwards. */
static const char *names(void)
{
    static char text[16];
    int count = 0;

    for (const struct rlk_list *at = head.next; at != &head; at = at->next)
        text[count++] = RLK_OWNER_OF(at, struct person, among)->name;
    text[count++] = ' ';
    for (const struct rlk_list *at = head.previous; at != &head;
         at = at->previous)
        text[count++] = RLK_OWNER_OF(at, struct person, among)->name;
    text[count] = '\0';
    return text;
}

Test(list, is_empty_at_first)
{
    cr_assert(rlk_list_empty(&head));
    cr_assert_str_eq(names(), " ");
    cr_assert_null(RLK_LIST_FIRST(&head, struct person, among));
}

Test(list, keeps_the_order_of_elements_pushed_to_its_back)
{
    rlk_list_push_back(&head, &ann.among);
    rlk_list_push_back(&head, &bob.among);
    rlk_list_push_back(&head, &cid.among);
    cr_assert_str_eq(names(), "abc cba");
    cr_assert_eq(RLK_LIST_FIRST(&head, struct person, among), &ann);
}

Test(list, begins_with_the_element_pushed_to_its_front_last)
{
    rlk_list_push_front(&head, &ann.among);
    rlk_list_push_front(&head, &bob.among);
    cr_assert_str_eq(names(), "ba ab");
}

Test(list, can_remove_an_element_at_any_position)
{
    struct person *people[] = {&ann, &bob, &cid};
    const char *left[] = {"bc cb", "ac ca", "ab ba"};

    for (int gone = 0; gone < 3; gone++) {
        rlk_list_init(&head);
        for (int i = 0; i < 3; i++)
            rlk_list_push_back(&head, &people[i]->among);
        rlk_list_remove(&people[gone]->among);
        cr_assert_str_eq(names(), left[gone]);
        cr_assert_not(rlk_list_linked(&people[gone]->among));
    }
}

Test(list, ignores_the_removal_of_an_element_of_no_list)
{
    rlk_list_push_back(&head, &ann.among);
    rlk_list_remove(&bob.among);
    rlk_list_remove(&ann.among);
    rlk_list_remove(&ann.among);
    cr_assert(rlk_list_empty(&head));
    rlk_list_push_back(&head, &ann.among);
    cr_assert_str_eq(names(), "a a");
}
