/* SPDX-License-Identifier: MIT */
/* Names of resources, counted. */

#include "redlock/resource.h"

#include <string.h>

#include "redlock/memory.h"

struct rlk_resource *rlk_resource_new(const char *text, size_t length)
{
    struct rlk_resource *resource = rlk_alloc(sizeof(*resource) + length + 1);

    if (resource == NULL)
        return NULL;
    resource->holders = 1;
    resource->length = (uint32_t)length;
    memcpy(resource->text, text, length);
    return resource;
}

struct rlk_resource *rlk_resource_hold(struct rlk_resource *resource)
{
    resource->holders++;
    return resource;
}

void rlk_resource_drop(struct rlk_resource *resource)
{
    if (resource != NULL && --resource->holders == 0)
        rlk_free(resource);
}
