#ifndef CSPAWN_H
#define CSPAWN_H

#include <sys/types.h>

// posix_spawn(3) with extensions that Swift's Glibc module does not show.
//
// Starts a program in a folder (NULL: the current one) with three descriptors, each above 2, as its standard streams, and
// closes all others in it. Returns 0, or the number of an error.
int spawn_in_folder(pid_t *process, const char *path, char *const *arguments, char *const *environment,
                    const char *folder, int input, int output, int errors);

#endif
