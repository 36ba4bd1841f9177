/* Diamant in plain C: the yardstick for the Numba simulator.
 *
 *   gcc -O3 -march=native -o diamant diamant.c -lm
 *   ./diamant EDITION PLAYERS GAMES SEED BOT[,BOT...]
 *   ./diamant iello-2016 4 5000000 1 random:0.2
 *   ./diamant schmidt-2005 4 5000000 1 random:0.2,random:0.2,threshold:10,threshold:12
 *
 * One bot, or one per seat. Single-threaded scalar code. Prints games per second, then per seat: bot, mean score,
 * its standard error, and win share (a shared win counts 1/winners).
 *
 * What it does to be fast:
 *  - The deck stays shuffled from round to round; a card is drawn by one step of Fisher-Yates.
 *    One 64-bit number gives five indices (multiply, keep the low part).
 *  - Everybody inside carries the same, so one number will do; who is inside is a bit mask.
 *  - Shares come from a table [card][players inside]; a hazard or relic adds 0 there, so a card's type needs no branch.
 *    The only test per card is "was this hazard bit set already".
 *  - All seats' random choices come from one 64-bit number through an alias table over the 2^players leave masks;
 *    all thresholds from a table [gems] -> mask.
 *  - Scores are 16-bit lanes of one or two words: a gain is multiplied into the leavers' lanes.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
#define INLINE static inline __attribute__((always_inline))

/* ---------------------------------------------------------------- editions */
enum { NONE, AT_START, PER_ROUND }; /* when relics enter the deck */
enum { BY_ORDER, PRINTED };         /* what a relic is worth */
#define ROUNDS 5
#define TREASURES 15
#define KINDS 5
#define COPIES 3
#define RELICS 5
static const u8 treasure[TREASURES] = {1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17};
static const struct edition {
    const char *id;
    int relics, worth;
    int points[RELICS];
} editions[] = {
    {"schmidt-2005", NONE, BY_ORDER, {0}},
    {"iello-2016", AT_START, BY_ORDER, {5, 5, 5, 10, 10}},
    {"iello-2023", NONE, BY_ORDER, {0}},
    {"iello-2023-relics", PER_ROUND, PRINTED, {5, 7, 8, 10, 12}},
    {"incan-gold", PER_ROUND, BY_ORDER, {5, 5, 5, 10, 10}}, /* without its tie-break */
};

/* Card codes: 0..14 treasures, 15..19 hazards by kind, 20..24 relics. */
#define HAZARD TREASURES
#define RELIC (TREASURES + KINDS)
#define CODES (RELIC + RELICS)
#define RELIC_BIT 8 /* in `flag` and `seen`: bits 0..4 hazards, 8..12 relics */

static u64 share[CODES][16]; /* [card][inside]: each one's gems | rest << 32 */
static u32 flag[CODES];
static u64 recip[9];                  /* ceil(2^32 / m), 0 for 0 */
static u64 lanes_lo[256], lanes_hi[256]; /* mask -> 1 in each 16-bit lane */
static u64 alias_cut[256];            /* upper 56 bits: threshold, low 8: alias */
static u8 threshold_mask[256];        /* [gems carried + on the path] -> seats that leave */

/* ---------------------------------------------------------------- xoshiro256++ */
typedef struct { u64 a, b, c, d; } rng;
INLINE u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
INLINE u64 next(rng *r) {
    u64 out = rotl(r->a + r->d, 23) + r->a, t = r->b << 17;
    r->c ^= r->a; r->d ^= r->b; r->b ^= r->c; r->a ^= r->d;
    r->c ^= t; r->d = rotl(r->d, 45);
    return out;
}
static u64 splitmix(u64 *s) {
    u64 z = (*s += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* ---------------------------------------------------------------- the game */
#define PER_WORD 5 /* 35*34*33*32*31 < 2^26: 38 bits stay below the last index */
static u64 sum[8], square[8], wins[8]; /* wins in 840ths */

INLINE void play(const int players, const int relics, const int worth, const int has_random, const int has_threshold,
                 const struct edition *ed, long games, rng *seed) {
    static const u64 part[9] = {0, 840, 420, 280, 210, 168, 140, 120, 105};
    const u32 everyone = (1u << players) - 1;
    rng r = *seed;
    u8 fresh[40], deck[40];
    int fresh_n = 0;
    for (int i = 0; i < TREASURES; i++) fresh[fresh_n++] = i;
    for (int i = 0; i < KINDS * COPIES; i++) fresh[fresh_n++] = HAZARD + i / COPIES;
    if (relics == AT_START)
        for (int i = 0; i < RELICS; i++) fresh[fresh_n++] = RELIC + i;

    for (long g = 0; g < games; g++) {
        memcpy(deck, fresh, sizeof deck);
        u32 n = fresh_n;
        u64 lo = 0, hi = 0; /* scores, four lanes each */
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (relics == PER_ROUND) deck[n++] = RELIC + round;
            u32 inside = everyone, k = players, seen = 0, left = n, on_path = 0;
            u64 gems = 0; /* carried | path << 32 */
            u64 bits = 0;
            int stock = 0;
            for (;;) {
                if (stock == 0) { bits = next(&r); stock = PER_WORD; }
                stock--;
                unsigned __int128 w = (unsigned __int128)bits * left;
                u32 j = (u32)(w >> 64);
                bits = (u64)w;
                left--;
                u32 card = deck[j]; /* drawn cards gather at the end */
                deck[j] = deck[left];
                deck[left] = card;
                u32 f = flag[card];
                if (seen & f) { /* second of its kind: it leaves the game */
                    deck[left] = deck[--n];
                    break;
                }
                seen |= f;
                if (relics) on_path |= f >> RELIC_BIT;
                gems += share[card][k];
                u32 carried = (u32)gems, path = (u32)(gems >> 32), leave = 0;
                if (has_random) {
                    u64 u = next(&r), col = u & everyone, e = alias_cut[col];
                    leave |= u < e ? col : (e & 255);
                }
                if (has_threshold) leave |= threshold_mask[carried + path];
                leave &= inside;
                u32 m = __builtin_popcount(leave);
                u64 q = (path * recip[m]) >> 32, gain = carried + q;
                lo += lanes_lo[leave] * gain;
                if (players > 4) hi += lanes_hi[leave] * gain;
                gems -= (q * m) << 32;
                if (relics && m == 1 && on_path) {
                    u64 points = 0;
                    for (; on_path; on_path &= on_path - 1)
                        points += ed->points[worth == PRINTED ? __builtin_ctz(on_path) : taken++];
                    lo += lanes_lo[leave] * points;
                    if (players > 4) hi += lanes_hi[leave] * points;
                }
                inside ^= leave;
                k -= m;
                if (!inside) break;
            }
            if (relics && seen >> RELIC_BIT) /* relics turned leave the game */
                for (u32 i = n; i-- > left;)
                    if (deck[i] >= RELIC) deck[i] = deck[--n];
        }
        u32 score[8], best = 0, winners = 0;
        for (int s = 0; s < players; s++) {
            score[s] = ((s < 4 ? lo >> 16 * s : hi >> 16 * (s - 4))) & 0xffff;
            best = score[s] > best ? score[s] : best;
            sum[s] += score[s];
            square[s] += score[s] * score[s];
        }
        for (int s = 0; s < players; s++) winners += score[s] == best;
        for (int s = 0; s < players; s++) wins[s] += score[s] == best ? part[winners] : 0;
    }
    *seed = r;
}

/* One copy of `play` for each combination of constants. */
#define ARGS ed, games, seed
#define BOTS(P, R, W) \
    (random && threshold ? play(P, R, W, 1, 1, ARGS) : random ? play(P, R, W, 1, 0, ARGS) : play(P, R, W, 0, 1, ARGS))
#define DISPATCH(P) \
    static void play##P(const struct edition *ed, int random, int threshold, long games, rng *seed) { \
        if (ed->relics == NONE) BOTS(P, NONE, BY_ORDER); \
        else if (ed->relics == AT_START) BOTS(P, AT_START, BY_ORDER); \
        else if (ed->worth == PRINTED) BOTS(P, PER_ROUND, PRINTED); \
        else BOTS(P, PER_ROUND, BY_ORDER); \
    }
DISPATCH(3) DISPATCH(4) DISPATCH(5) DISPATCH(6) DISPATCH(7) DISPATCH(8)

/* ---------------------------------------------------------------- tables and main */
static void make_tables(int players, const double *leave_p, const int *gems) {
    for (int c = 0; c < CODES; c++) {
        for (int k = 1; k < 16; k++)
            share[c][k] = c < TREASURES ? (u64)(treasure[c] / k) | (u64)(treasure[c] % k) << 32 : 0;
        flag[c] = c < HAZARD ? 0 : c < RELIC ? 1u << (c - HAZARD) : 1u << (RELIC_BIT + c - RELIC);
    }
    for (u64 m = 1; m < 9; m++) recip[m] = ((1ull << 32) + m - 1) / m;
    for (int mask = 0; mask < 256; mask++)
        for (int s = 0; s < 8; s++)
            if (mask >> s & 1) (s < 4 ? lanes_lo : lanes_hi)[mask] |= 1ull << 16 * (s & 3);
    for (int t = 0; t < 256; t++)
        for (int s = 0; s < players; s++)
            if (gems[s] >= 0 && t >= gems[s]) threshold_mask[t] |= 1 << s;
    /* Walker's alias table over leave masks (Vose) */
    int n = 1 << players, small[256], large[256], ns = 0, nl = 0, al[256];
    double p[256], cut[256];
    for (int i = 0; i < n; i++) {
        p[i] = n;
        for (int s = 0; s < players; s++) p[i] *= i >> s & 1 ? leave_p[s] : 1 - leave_p[s];
        if (p[i] < 1) small[ns++] = i; else large[nl++] = i;
        cut[i] = 1; al[i] = i;
    }
    while (ns && nl) {
        int s = small[--ns], l = large[nl - 1];
        cut[s] = p[s]; al[s] = l;
        p[l] -= 1 - p[s];
        if (p[l] < 1) { nl--; small[ns++] = l; }
    }
    for (int i = 0; i < n; i++) {
        double c = ldexp(cut[i], 56);
        u64 t = c >= ldexp(1, 56) ? (1ull << 56) - 1 : (u64)c;
        alias_cut[i] = t << 8 | (cut[i] >= 1 ? i : al[i]);
    }
}

int main(int argc, char **argv) {
    if (argc != 6) { fprintf(stderr, "usage: %s EDITION PLAYERS GAMES SEED BOT[,BOT...]\n", argv[0]); return 2; }
    const struct edition *ed = NULL;
    for (size_t i = 0; i < sizeof editions / sizeof *editions; i++)
        if (!strcmp(argv[1], editions[i].id)) ed = &editions[i];
    int players = atoi(argv[2]), seats = 0, any_random = 0, any_threshold = 0;
    long games = atol(argv[3]);
    if (!ed || players < 3 || players > 8 || games < 1) { fprintf(stderr, "bad edition, players or games\n"); return 2; }
    double leave_p[8] = {0};
    int gems[8];
    char *name[8];
    for (char *b = strtok(argv[5], ","); b && seats < 8; b = strtok(NULL, ",")) name[seats++] = b;
    for (int s = seats; s < players; s++) name[s] = name[s % seats];
    for (int s = 0; s < players; s++) {
        gems[s] = -1;
        const char *x = strpbrk(name[s], ":=");
        if (!strncmp(name[s], "random", 6)) { leave_p[s] = x ? atof(strpbrk(x, "0123456789.")) : 0.2; any_random = 1; }
        else if (!strncmp(name[s], "threshold", 9)) { gems[s] = x ? atoi(strpbrk(x, "0123456789")) : 10; any_threshold = 1; }
        else { fprintf(stderr, "unknown bot %s\n", name[s]); return 2; }
    }
    make_tables(players, leave_p, gems);
    u64 s = strtoull(argv[4], NULL, 10);
    rng r;
    r.a = splitmix(&s); r.b = splitmix(&s); r.c = splitmix(&s); r.d = splitmix(&s);
    static void (*const run[9])(const struct edition *, int, int, long, rng *) =
        {0, 0, 0, play3, play4, play5, play6, play7, play8};
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    run[players](ed, any_random, any_threshold, games, &r);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    double sec = (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec);
    printf("%.0f games/s\n", games / sec);
    for (int i = 0; i < players; i++) {
        double mean = (double)sum[i] / games, var = (double)square[i] / games - mean * mean;
        printf("%d %s mean %.5f stderr %.5f win_share %.6f\n", i, name[i], mean, sqrt(var / games),
               wins[i] / 840.0 / games);
    }
    return 0;
}
