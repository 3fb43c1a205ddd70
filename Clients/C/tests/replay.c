/* SPDX-License-Identifier: MIT */
/* Gives files to the fuzzer's target: the seeds, or what a fuzzer found. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int count, char **arguments)
{
    for (int index = 1; index < count; index++) {
        static uint8_t data[1 << 20];
        FILE *file = fopen(arguments[index], "rb");
        if (!file) {
            perror(arguments[index]);
            return 1;
        }
        LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
        fclose(file);
    }
    printf("passed: %d\n", count - 1);
    return 0;
}
