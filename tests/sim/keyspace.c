/* SPDX-License-Identifier: MIT */
/* Stores keys in one array of bytes. */

#include "tests/sim/keyspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/keyspace_parts.h"

/*
 * The header of a key and of an element, without padding, so that equal keys
 * have equal bytes.
 */
struct key_head {
    int64_t until_ms;
    uint32_t length; /* of the whole key */
    uint16_t type;
    uint16_t name_length;
};

struct element_head {
    double score;
    uint32_t member_length;
    uint32_t value_length;
};

/* --- numbers
 * ------------------------------------------------------------------------ */

struct sim_text sim_integer_text(char *to, int64_t number)
{
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char digits[SIM_NUMBER_MAX];
    char *at = digits + sizeof(digits);
    size_t length;

    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        *--at = '-';
    length = (size_t)(digits + sizeof(digits) - at);
    memcpy(to, at, length);
    to[length] = '\0';
    return (struct sim_text){to, length};
}

bool sim_number_is_whole(double number)
{
    return number > -9e15 && number < 9e15 && number == (double)(int64_t)number;
}

struct sim_text sim_number_text(char *to, double number)
{
    if (sim_number_is_whole(number))
        return sim_integer_text(to, (int64_t)number);
    snprintf(to, SIM_NUMBER_MAX, "%.17g", number);
    return (struct sim_text){to, strlen(to)};
}

/* --- reading
 * ------------------------------------------------------------------------ */

static struct sim_text text_at(const unsigned char *bytes, size_t length)
{
    return (struct sim_text){(const char *)bytes, length};
}

bool sim_text_equals(struct sim_text one, struct sim_text other)
{
    return one.length == other.length &&
           (one.length == 0 || memcmp(one.bytes, other.bytes, one.length) == 0);
}

int sim_text_compare(struct sim_text one, struct sim_text other)
{
    size_t length = one.length < other.length ? one.length : other.length;
    int order = length == 0 ? 0 : memcmp(one.bytes, other.bytes, length);

    if (order != 0)
        return order;
    return (one.length > other.length) - (one.length < other.length);
}

bool sim_item_next(const struct sim_item *item, size_t *at,
                   struct sim_element *element)
{
    struct element_head head;
    const unsigned char *bytes = (const unsigned char *)item->text.bytes + *at;

    if (*at >= item->text.length)
        return false;
    memcpy(&head, bytes, sizeof(head));
    bytes += sizeof(head);
    element->score = head.score;
    element->member = text_at(bytes, head.member_length);
    element->value = text_at(bytes + head.member_length, head.value_length);
    *at += sizeof(head) + head.member_length + head.value_length;
    return true;
}

bool sim_keyspace_next(const struct sim_keyspace *keyspace, size_t *at,
                       struct sim_item *item)
{
    const unsigned char *bytes = keyspace->bytes + *at;
    struct key_head head;

    if (*at >= keyspace->used)
        return false;
    memcpy(&head, bytes, sizeof(head));
    bytes += sizeof(head);
    *item = (struct sim_item){
        .type = head.type,
        .name = text_at(bytes, head.name_length),
        .until_ms = head.until_ms,
        .text = text_at(bytes + head.name_length,
                        head.length - sizeof(head) - head.name_length),
        .at = *at,
        .length = head.length,
    };
    *at += head.length;
    return true;
}

bool sim_keyspace_look(const struct sim_keyspace *keyspace,
                       struct sim_text name, int64_t now_ms,
                       struct sim_item *item)
{
    size_t at = 0;

    while (sim_keyspace_next(keyspace, &at, item)) {
        if (sim_text_equals(item->name, name))
            return now_ms <= item->until_ms;
    }
    return false;
}

bool sim_keyspace_find(const struct sim_keyspace *keyspace, const char *name,
                       int64_t now_ms, struct sim_item *item)
{
    return sim_keyspace_look(keyspace, (struct sim_text){name, strlen(name)},
                             now_ms, item);
}

/* --- Resizes a range of bytes, and moves what follows it. ----------------- */

/* Makes room for so many bytes where there were others. */
static unsigned char *splice(struct sim_keyspace *keyspace, size_t at,
                             size_t was, size_t becomes)
{
    unsigned char *bytes = keyspace->bytes + at;

    if (keyspace->used - was + becomes > SIM_KEYSPACE_MAX)
        abort();
    memmove(bytes + becomes, bytes + was, keyspace->used - at - was);
    keyspace->used = keyspace->used - was + becomes;
    return bytes;
}

static unsigned char *put(unsigned char *bytes, struct sim_text text)
{
    if (text.length > 0)
        memcpy(bytes, text.bytes, text.length);
    return bytes + text.length;
}

void sim_keyspace_delete(struct sim_keyspace *keyspace,
                         const struct sim_item *item)
{
    (void)splice(keyspace, item->at, item->length, 0);
}

/* The position of the key of that name, or where it would be inserted. */
static size_t position_of(const struct sim_keyspace *keyspace,
                          struct sim_text name)
{
    struct sim_item item;
    size_t at = 0;

    while (sim_keyspace_next(keyspace, &at, &item)) {
        if (sim_text_compare(item.name, name) >= 0)
            return item.at;
    }
    return keyspace->used;
}

void sim_keyspace_put(struct sim_keyspace *keyspace, struct sim_text name,
                      enum sim_key_type type, int64_t until_ms,
                      struct sim_text text)
{
    struct sim_item item;
    struct key_head head = {
        .until_ms = until_ms,
        .length = (uint32_t)(sizeof(head) + name.length + text.length),
        .type = (uint16_t)type,
        .name_length = (uint16_t)name.length,
    };
    unsigned char *bytes;

    if (sim_keyspace_look(keyspace, name, INT64_MIN, &item))
        sim_keyspace_delete(keyspace, &item);
    bytes = splice(keyspace, position_of(keyspace, name), 0, head.length);
    memcpy(bytes, &head, sizeof(head));
    (void)put(put(bytes + sizeof(head), name), text);
}

static void write_head(struct sim_keyspace *keyspace,
                       const struct sim_item *item, size_t length,
                       int64_t until_ms)
{
    struct key_head head = {
        .until_ms = until_ms,
        .length = (uint32_t)length,
        .type = (uint16_t)item->type,
        .name_length = (uint16_t)item->name.length,
    };

    memcpy(keyspace->bytes + item->at, &head, sizeof(head));
}

void sim_keyspace_until(struct sim_keyspace *keyspace,
                        const struct sim_item *item, int64_t until_ms)
{
    write_head(keyspace, item, item->length, until_ms);
}

void sim_keyspace_expire_at(struct sim_keyspace *keyspace, const char *name,
                            int64_t until_ms)
{
    struct sim_item item;

    if (sim_keyspace_find(keyspace, name, INT64_MIN, &item))
        sim_keyspace_until(keyspace, &item, until_ms);
}

void sim_keyspace_drop_expired(struct sim_keyspace *keyspace, int64_t now_ms)
{
    struct sim_item item;
    size_t at = 0;

    while (sim_keyspace_next(keyspace, &at, &item)) {
        if (now_ms > item.until_ms) {
            sim_keyspace_delete(keyspace, &item);
            at = item.at;
        }
    }
}

/* --- elements
 * ----------------------------------------------------------------------- */

bool sim_item_element(const struct sim_item *item, struct sim_text member,
                      struct sim_element *element, size_t *at)
{
    size_t next = 0;

    for (*at = 0; sim_item_next(item, &next, element); *at = next) {
        if (sim_text_equals(element->member, member))
            return true;
    }
    return false;
}

static bool is_before(const struct sim_element *one,
                      const struct sim_element *other)
{
    if (one->score < other->score || one->score > other->score)
        return one->score < other->score;
    return sim_text_compare(one->member, other->member) < 0;
}

static size_t offset_of(const struct sim_item *item)
{
    return item->at + sizeof(struct key_head) + item->name.length;
}

static size_t length_of(const struct sim_element *element)
{
    return sizeof(struct element_head) + element->member.length +
           element->value.length;
}

/* item is the key, found again; it has no element of that member. */
static void add(struct sim_keyspace *keyspace, const struct sim_item *item,
                const struct sim_element *element)
{
    struct element_head head = {
        .score = element->score,
        .member_length = (uint32_t)element->member.length,
        .value_length = (uint32_t)element->value.length,
    };
    size_t length = length_of(element);
    struct sim_element there;
    size_t at = 0;
    size_t next = 0;
    unsigned char *bytes;

    while (sim_item_next(item, &next, &there) && is_before(&there, element))
        at = next;
    bytes = splice(keyspace, offset_of(item) + at, 0, length);
    memcpy(bytes, &head, sizeof(head));
    (void)put(put(bytes + sizeof(head), element->member), element->value);
    write_head(keyspace, item, item->length + length, item->until_ms);
}

bool sim_keyspace_remove(struct sim_keyspace *keyspace,
                         const struct sim_item *item, struct sim_text member)
{
    struct sim_element element;
    size_t at;
    size_t length;

    if (!sim_item_element(item, member, &element, &at))
        return false;
    length = length_of(&element);
    (void)splice(keyspace, offset_of(item) + at, length, 0);
    write_head(keyspace, item, item->length - length, item->until_ms);
    return true;
}

bool sim_keyspace_add(struct sim_keyspace *keyspace, struct sim_text name,
                      enum sim_key_type type, const struct sim_element *element)
{
    struct sim_item item;
    bool is_new;

    if (!sim_keyspace_look(keyspace, name, INT64_MIN, &item))
        sim_keyspace_put(keyspace, name, type, INT64_MAX,
                         (struct sim_text){"", 0});
    if (!sim_keyspace_look(keyspace, name, INT64_MIN, &item))
        abort();
    is_new = !sim_keyspace_remove(keyspace, &item, element->member);
    if (!sim_keyspace_look(keyspace, name, INT64_MIN, &item))
        abort();
    add(keyspace, &item, element);
    return is_new;
}
