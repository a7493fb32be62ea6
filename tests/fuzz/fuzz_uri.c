/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: any list of nodes is parsed or refused, and its memory is freed.
 */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/net/uri.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rlk_uris uris;
    struct redlock_problem problem = {0};
    char *list = malloc(size + 1);

    if (list == NULL)
        return 0;
    if (size > 0)
        memcpy(list, data, size);
    list[size] = '\0';
    if (rlk_uris_parse(list, &uris, &problem) == REDLOCK_OK) {
        assert(uris.count >= 1 && uris.count <= REDLOCK_NODES_MAX);
        for (int i = 0; i < uris.count; i++) {
            const struct rlk_uri *uri = &uris.uri[i];
            assert((uri->host == NULL) != (uri->path == NULL));
            assert(uri->path == NULL || uri->path[0] == '/');
            assert(strlen(uri->name) < sizeof(uri->name));
        }
    } else {
        assert(uris.count == 0 && problem.text[0] != '\0');
    }
    rlk_uris_clear(&uris);
    free(list);
    return 0;
}
