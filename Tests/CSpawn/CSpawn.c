#define _GNU_SOURCE
#include "CSpawn.h"

#include <signal.h>
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
    // The calling thread may block signals. A program that a shell starts has none blocked.
    posix_spawnattr_t attributes;
    if (error == 0) error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        sigset_t none;
        sigemptyset(&none);
        error = posix_spawnattr_setsigmask(&attributes, &none);
        if (error == 0) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        if (error == 0) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
