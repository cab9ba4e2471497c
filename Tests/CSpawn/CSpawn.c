#define _GNU_SOURCE
#include "CSpawn.h"

#include <spawn.h>
#include <stddef.h>

int spawn_in_folder(pid_t *process, const char *path, char *const *arguments, char *const *environment,
                    const char *folder, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    if (folder != NULL) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, errors, 2);
#ifdef __linux__
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
    if (error == 0) error = posix_spawn(process, path, &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
