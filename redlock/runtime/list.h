/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_LIST_H
#define RLK_REDLOCK_RUNTIME_LIST_H

/*
 * A list: its members embed a struct rlk_list, and its head is another one.
 * Needs no memory and cannot fail. A member that is all zero is in no list.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rlk_list {
    struct rlk_list *next;     /* of the last member: the head */
    struct rlk_list *previous; /* of the first member: the head */
};

/* The struct in which a member of a list, or a timer, is embedded. */
#define RLK_OWNER_OF(pointer, type, member)                                    \
    ((type *)(void *)((uintptr_t)(pointer)-offsetof(type, member)))

/* The struct of the list's first member; NULL: the list is empty. */
#define RLK_LIST_FIRST(head, type, member)                                     \
    (rlk_list_empty(head) ? NULL : RLK_OWNER_OF((head)->next, type, member))

/* Makes an empty head. It must not be moved. */
static inline void rlk_list_init(struct rlk_list *head)
{
    head->next = head;
    head->previous = head;
}

static inline bool rlk_list_empty(const struct rlk_list *head)
{
    return head->next == head;
}

/* Is this member in a list? */
static inline bool rlk_list_linked(const struct rlk_list *member)
{
    return member->next != NULL;
}

static inline void rlk_list_between(struct rlk_list *member,
                                    struct rlk_list *previous,
                                    struct rlk_list *next)
{
    member->next = next;
    member->previous = previous;
    previous->next = member;
    next->previous = member;
}

static inline void rlk_list_push_front(struct rlk_list *head,
                                       struct rlk_list *member)
{
    rlk_list_between(member, head, head->next);
}

static inline void rlk_list_push_back(struct rlk_list *head,
                                      struct rlk_list *member)
{
    rlk_list_between(member, head->previous, head);
}

/* Removes a member from its list; no effect if it is in none. */
static inline void rlk_list_remove(struct rlk_list *member)
{
    if (member->next == NULL)
        return;
    member->previous->next = member->next;
    member->next->previous = member->previous;
    member->next = NULL;
    member->previous = NULL;
}

/*
 * A ring has no head, so it needs only a pointer to its first member; NULL: it
 * is empty.
 */
static inline void rlk_ring_push(struct rlk_list **ring,
                                 struct rlk_list *member)
{
    rlk_list_init(member);
    if (*ring != NULL)
        rlk_list_push_back(*ring, member);
    *ring = member;
}

static inline void rlk_ring_remove(struct rlk_list **ring,
                                   struct rlk_list *member)
{
    if (*ring == member)
        *ring = member->next == member ? NULL : member->next;
    rlk_list_remove(member);
}

/* Moves all members of a list to the end of another one. */
static inline void rlk_list_move(struct rlk_list *to, struct rlk_list *from)
{
    if (rlk_list_empty(from))
        return;
    from->next->previous = to->previous;
    to->previous->next = from->next;
    from->previous->next = to;
    to->previous = from->previous;
    rlk_list_init(from);
}

#endif
