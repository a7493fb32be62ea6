/* SPDX-License-Identifier: MIT */
/*
 * json_check: exits with 0 if standard input is one or more JSON objects (RFC
 * 8259), else with 1, and prints the position of the first error.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];
static size_t at;

static bool value(void);

static void blank(void)
{
    while (text[at] != '\0' && strchr(" \t\r\n", text[at]) != NULL)
        at++;
}

static bool take(char wanted)
{
    blank();
    if (text[at] != wanted)
        return false;
    at++;
    return true;
}

static bool word(const char *wanted)
{
    size_t length = strlen(wanted);

    if (strncmp(text + at, wanted, length) != 0)
        return false;
    at += length;
    return true;
}

static bool digits(void)
{
    size_t from = at;

    while (text[at] >= '0' && text[at] <= '9')
        at++;
    return at > from;
}

static bool number(void)
{
    if (text[at] == '-')
        at++;
    if (text[at] == '0')
        at++;
    else if (!digits())
        return false;
    if (text[at] == '.' && (at++, !digits()))
        return false;
    if (text[at] == 'e' || text[at] == 'E') {
        at++;
        if (text[at] == '+' || text[at] == '-')
            at++;
        return digits();
    }
    return true;
}

/* The number of bytes that follow in a UTF-8 character; -1: not UTF-8. */
static int followers(unsigned char byte)
{
    if (byte < 0x80)
        return 0;
    if (byte >= 0xc2 && byte <= 0xdf)
        return 1;
    if (byte >= 0xe0 && byte <= 0xef)
        return 2;
    return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
}

static bool character(void)
{
    int more = followers((unsigned char)text[at++]);

    if (more < 0)
        return false;
    while (more-- > 0)
        if (((unsigned char)text[at++] & 0xc0) != 0x80)
            return false;
    return true;
}

static bool escape(void)
{
    at++;
    if (text[at] == 'u') {
        at++;
        if (strspn(text + at, "0123456789abcdefABCDEF") < 4)
            return false;
        at += 4;
        return true;
    }
    return text[at] != '\0' && strchr("\"\\/bfnrt", text[at++]) != NULL;
}

static bool string(void)
{
    if (!take('"'))
        return false;
    while (text[at] != '"') {
        bool fine;

        if ((unsigned char)text[at] < 0x20)
            return false;
        fine = text[at] == '\\' ? escape() : character();
        if (!fine)
            return false;
    }
    at++;
    return true;
}

static bool object(void)
{
    if (!take('{'))
        return false;
    if (take('}'))
        return true;
    do {
        if (!string() || !take(':') || !value())
            return false;
    } while (take(','));
    return take('}');
}

static bool array(void)
{
    if (!take('['))
        return false;
    if (take(']'))
        return true;
    do {
        if (!value())
            return false;
    } while (take(','));
    return take(']');
}

static bool value(void)
{
    blank();
    switch (text[at]) {
    case '{':
        return object();
    case '[':
        return array();
    case '"':
        return string();
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    default:
        return number();
    }
}

int main(void)
{
    size_t length = fread(text, 1, sizeof(text) - 1, stdin);
    int objects = 0;

    text[length] = '\0';
    for (blank(); at < length; blank()) {
        if (!object()) {
            fprintf(stderr, "not JSON at byte %zu\n", at);
            return 1;
        }
        objects++;
    }
    return objects == 0;
}
