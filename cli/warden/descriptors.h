/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_DESCRIPTORS_H
#define RLK_CLI_WARDEN_DESCRIPTORS_H

/* What a process that goes on for long does not keep open for others. */

/*
 * Closes all descriptors but standard ones and these, which are ended by -1.
 * Safe in a forked child.
 */
void descriptors_close(const int *kept);

#endif
