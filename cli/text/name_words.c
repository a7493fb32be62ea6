/* SPDX-License-Identifier: MIT */
/* Bytes that a shell could take for something else, written as numbers. */

#include "cli/text/name_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* to: three times the name's length, and one. */
static void encode(const char *name, char *to)
{
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;

        if (c < 0x80 && (isalnum(c) || strchr("-._/", c) != NULL))
            *to++ = (char)c;
        else
            to += sprintf(to, "%%%02X", c);
    }
    *to = '\0';
}

char *name_words_of(const char *name)
{
    char *text = malloc(strlen(name) * 3 + 1);

    if (text != NULL)
        encode(name, text);
    return text;
}
