/* A bot as a program: takes any legal action. Build it: cc -O2 -o first_legal first_legal.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];
    unsigned long long state = 0;
    while (fgets(line, sizeof line, stdin)) { /* a line has no spaces between its parts */
        if (strstr(line, "{\"type\":\"hello\"")) puts("{\"type\":\"hello\",\"protocol\":1,\"wants\":[]}");
        if (strstr(line, "{\"type\":\"scenario\"")) puts("{\"type\":\"ready\"}");
        if (strstr(line, "{\"type\":\"game\"")) state = strtoull(strstr(line, "\"seed\":\"") + 8, NULL, 10);
        if (strstr(line, "{\"type\":\"decide\"")) {
            char *at = strstr(line, "\"legal\":[") + 9;
            long legal[1024], count = 0;
            while (count < 1024 && *at != ']') legal[count++] = strtol(at + (*at == ','), &at, 10);
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            printf("{\"type\":\"action\",\"action\":%ld}\n", legal[(state >> 33) % count]);
        }
        fflush(stdout);
    }
}
