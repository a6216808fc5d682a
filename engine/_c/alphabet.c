#include "alphabet.h"

#include <string.h>

/* One code point of valid UTF-8. */
static uint32_t next_code(const unsigned char **text) {
    const unsigned char *at = *text;
    int more = at[0] < 0x80 ? 0 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    uint32_t code = more == 0 ? at[0] : at[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) code = code << 6 | (at[i] & 0x3fu);
    *text = at + more + 1;
    return code;
}

int alphabet_set(Alphabet *alphabet, const char *upper, const char *lower, int letters) {
    const unsigned char *texts[2] = {(const unsigned char *)upper, (const unsigned char *)lower};
    alphabet->letters = letters;
    memset(alphabet->tile_of, NO_TILE, sizeof alphabet->tile_of);
    for (int flag = 0; flag < 2; flag++) {
        uint32_t *codes = flag ? alphabet->lower : alphabet->upper;
        int count = 0;
        while (*texts[flag] && count < MAX_LETTERS) codes[++count] = next_code(&texts[flag]);
        if (*texts[flag] || count != letters) return 0;
        for (int i = 1; i <= count; i++) {
            if (codes[i] < DIRECT) alphabet->tile_of[codes[i]] = (uint8_t)(flag ? i | BLANK_FLAG : i);
        }
    }
    return 1;
}

static int tile_of(const Alphabet *alphabet, uint32_t code) {
    if (code < DIRECT) return alphabet->tile_of[code];
    for (int i = 1; i <= alphabet->letters; i++) {
        if (alphabet->upper[i] == code) return i;
        if (alphabet->lower[i] == code) return i | BLANK_FLAG;
    }
    return NO_TILE;
}

int alphabet_read(const Alphabet *alphabet, const char *text, size_t bytes, char empty, uint8_t *tiles, int room) {
    const unsigned char *at = (const unsigned char *)text, *end = at + bytes;
    int count = 0;
    while (at < end) {
        if (count == room) return -2;
        uint32_t code = next_code(&at);
        int tile = code == (unsigned char)empty ? 0 : tile_of(alphabet, code);
        if (tile == NO_TILE) return -1;
        tiles[count++] = (uint8_t)tile;
    }
    return count;
}

size_t alphabet_write(const Alphabet *alphabet, const uint8_t *tiles, int count, char *text) {
    char *out = text;
    for (int i = 0; i < count; i++) {
        int letter = LETTER_OF(tiles[i]);
        uint32_t code = !letter ? '.' : tiles[i] & BLANK_FLAG ? alphabet->lower[letter] : alphabet->upper[letter];
        int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const unsigned char lead[4] = {0, 0xc0, 0xe0, 0xf0};
        *out++ = (char)(lead[more] | code >> (6 * more));
        for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) *out++ = (char)(0x80 | (code >> shift & 0x3f));
    }
    return (size_t)(out - text);
}

void alphabet_set_order(const Alphabet *alphabet, Rules *rules) {
    for (int flag = 0; flag < 2; flag++) {
        for (int i = 1; i <= alphabet->letters; i++) {
            uint32_t code = flag ? alphabet->lower[i] : alphabet->upper[i];
            int place = 1;
            for (int j = 1; j <= alphabet->letters; j++) place += (alphabet->upper[j] < code) + (alphabet->lower[j] < code);
            rules->order[flag ? i | BLANK_FLAG : i] = (uint8_t)place;
        }
    }
}
