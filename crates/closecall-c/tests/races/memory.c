/* The names by which newer compilers call these; the runtime of the C compiler sees the calls. */

#include <stddef.h>
#include <string.h>

void *__tsan_memcpy(void *to, const void *from, size_t size) { return memcpy(to, from, size); }
void *__tsan_memmove(void *to, const void *from, size_t size) { return memmove(to, from, size); }
void *__tsan_memset(void *to, int value, size_t size) { return memset(to, value, size); }
