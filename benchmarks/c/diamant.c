/* Diamant in plain C, for comparison with the Numba simulator.
 *
 *   gcc -O3 -march=native -o diamant diamant.c -lm
 *   ./diamant EDITION PLAYERS GAMES SEED BOT[,BOT...]
 *   ./diamant iello-2016 4 5000000 1 random:0.2
 *   ./diamant schmidt-2005 4 5000000 1 random:0.2,random:0.2,threshold:10,threshold:12
 *
 * One bot, or one per seat. Single-threaded scalar code. Prints games per second, then per seat: bot, mean score,
 * its standard error, and win share (a shared win counts 1/winners).
 *
 * Optimizations:
 *  - The deck stays shuffled from round to round; a card is drawn by one step of Fisher-Yates.
 *    One 64-bit number gives five indices (multiply, keep the low part).
 *  - Everyone in the cave carries the same, so one number is enough; the players in the cave are a bit mask.
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

/* All tables in one struct: one base register instead of one for each. */
static struct tables {
    u64 recip[9];           /* ceil(2^32 / m), 0 for 0 */
    u64 share[CODES][16];   /* [card][inside]: each one's gems | rest << 32 */
    u64 low[256], high[256]; /* mask -> 1 in each 16-bit lane */
    u64 cut[256];           /* alias table: upper 56 bits threshold, low 8 alias */
    u32 total[RELICS + 1];  /* worth of the first so many relics taken */
    u32 flag[CODES];
    u8 relic[CODES];        /* a relic's number, or 1 */
    u8 threshold[256];      /* [gems carried + on the path] -> seats that leave */
} tables;

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

#define BATCH 256
static __attribute__((noinline)) void tally(const int players, const u64 *low, const u64 *high, int n) {
    static const u32 part[9] = {0, 840, 420, 280, 210, 168, 140, 120, 105};
    static u32 best[BATCH], winners[BATCH], each[BATCH];
    memset(best, 0, sizeof best);
    memset(winners, 0, sizeof winners);
#define SCORE(s, i) ((u32)(s < 4 ? low[i] >> 16 * s : high[i] >> 16 * (s - 4)) & 0xffff)
    for (int s = 0; s < players; s++) {
        u64 a = 0, b = 0;
        for (int i = 0; i < n; i++) {
            u32 x = SCORE(s, i);
            a += x; b += x * x;
            best[i] = x > best[i] ? x : best[i];
        }
        sum[s] += a; square[s] += b;
    }
    for (int s = 0; s < players; s++)
        for (int i = 0; i < n; i++) winners[i] += SCORE(s, i) == best[i];
    for (int i = 0; i < n; i++) each[i] = part[winners[i]];
    for (int s = 0; s < players; s++) {
        u32 a = 0;
        for (int i = 0; i < n; i++) a += SCORE(s, i) == best[i] ? each[i] : 0;
        wins[s] += a;
    }
}

INLINE void play(const int players, const int relics, const int worth, const int has_random, const int has_threshold,
                 const struct tables *t, long games, rng *seed) {
    static u64 low[BATCH], high[BATCH];
    int at = 0;
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
        u32 taken = 0, gone = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (relics == PER_ROUND) deck[n++] = RELIC + round;
            u32 inside = everyone, k = players, seen = gone, left = n, lying = 0;
            u64 gems = 0; /* carried | path << 32 */
            u64 bits = 0;
            int stock = 0;
#define DRAW(card) \
    do { \
        if (stock == 0) { bits = next(&r); stock = PER_WORD; } \
        stock--; \
        unsigned __int128 w = (unsigned __int128)bits * left; \
        u32 j = (u32)(w >> 64); \
        bits = (u64)w; \
        left--; \
        card = deck[j]; /* drawn cards gather at the end */ \
        deck[j] = deck[left]; \
        deck[left] = card; \
    } while (0)
            /* With random bots one card is drawn ahead, so that its loads overlap with the decisions. The short rounds
             * of threshold bots are faster without. */
            u32 ahead = 0;
            if (has_random) DRAW(ahead);
            for (;;) {
                u32 card = ahead;
                if (has_random) DRAW(ahead);
                else DRAW(card);
                u32 f = t->flag[card];
                if (seen & f) {
                    if (relics && card >= RELIC) continue; /* left the game in an earlier round */
                    /* second of its kind: one leaves the game */
                    deck[left + has_random] = deck[--n];
                    break;
                }
                seen |= f;
                if (relics) lying += t->relic[card];
                gems += t->share[card][k];
                u32 carried = (u32)gems, path = gems >> 32, leave = 0;
                if (has_random) {
                    u64 u = next(&r), col = u & everyone, e = t->cut[col];
                    leave |= e ^ ((col ^ e) & -(u64)(u < e));
                }
                if (has_threshold) leave |= t->threshold[carried + path];
                leave &= inside;
                if (!has_random && !leave) continue; /* predictable; with random bots it is not */
                u32 m = __builtin_popcount(leave);
                u64 q = (path * t->recip[m]) >> 32, gain = carried + q;
                gems -= (q * m) << 32;
                if (relics) { /* a lone leaver's lane gets the relics too */
                    u32 found = lying & -(u32)(m == 1); /* gcc makes a branch of ?: */
                    lying -= found;
                    if (worth == BY_ORDER) {
                        gain += t->total[taken + found] - t->total[taken];
                        taken += found;
                    } else
                        gain += found;
                }
                lo += t->low[leave] * gain;
                if (players > 4) hi += t->high[leave] * gain;
                inside ^= leave;
                k -= m;
                if (!inside) break;
            }
            if (relics) gone = seen & ~0xffu; /* relics turned leave the game */
        }
        low[at] = lo;
        high[at] = hi;
        if (++at == BATCH || g == games - 1) { tally(players, low, high, at); at = 0; }
    }
    *seed = r;
}

/* One function for each combination of constants. */
typedef void player(const struct tables *, long, rng *);
#define ONE(P, R, W, A, B) \
    static __attribute__((noinline)) void play##P##R##W##A##B(const struct tables *t, long games, rng *seed) { \
        play(P, R, W, A, B, t, games, seed); \
    }
#define BOTS(P, R, W) ONE(P, R, W, 0, 1) ONE(P, R, W, 1, 0) ONE(P, R, W, 1, 1)
#define EDITIONS(P) \
    BOTS(P, NONE, BY_ORDER) BOTS(P, AT_START, BY_ORDER) BOTS(P, PER_ROUND, BY_ORDER) BOTS(P, PER_ROUND, PRINTED) \
    static player *choose##P(int relics, int worth, int a, int b) { \
        return relics == NONE      ? PICK(P, NONE, BY_ORDER) \
               : relics == AT_START ? PICK(P, AT_START, BY_ORDER) \
               : worth == PRINTED   ? PICK(P, PER_ROUND, PRINTED) \
                                    : PICK(P, PER_ROUND, BY_ORDER); \
    }
#define PICK(P, R, W) (a && b ? play##P##R##W##11 : a ? play##P##R##W##10 : play##P##R##W##01)
EDITIONS(3) EDITIONS(4) EDITIONS(5) EDITIONS(6) EDITIONS(7) EDITIONS(8)

/* ---------------------------------------------------------------- tables and main */
static void make_tables(const struct edition *ed, int players, const double *leave_p, const int *gems) {
    struct tables *t = &tables;
    for (int i = 0; i < RELICS; i++) t->total[i + 1] = t->total[i] + ed->points[i];
    for (int c = 0; c < CODES; c++) {
        for (int k = 1; k < 16; k++)
            t->share[c][k] = c < TREASURES ? (u64)(treasure[c] / k) | (u64)(treasure[c] % k) << 32 : 0;
        t->relic[c] = c < RELIC ? 0 : ed->worth == PRINTED ? ed->points[c - RELIC] : 1;
        t->flag[c] = c < HAZARD ? 0 : c < RELIC ? 1u << (c - HAZARD) : 1u << (RELIC_BIT + c - RELIC);
    }
    for (u64 m = 1; m < 9; m++) t->recip[m] = ((1ull << 32) + m - 1) / m;
    for (int mask = 0; mask < 256; mask++)
        for (int s = 0; s < 8; s++)
            if (mask >> s & 1) (s < 4 ? t->low : t->high)[mask] |= 1ull << 16 * (s & 3);
    for (int x = 0; x < 256; x++)
        for (int s = 0; s < players; s++)
            if (gems[s] >= 0 && x >= gems[s]) t->threshold[x] |= 1 << s;
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
        u64 w = c >= ldexp(1, 56) ? (1ull << 56) - 1 : (u64)c;
        t->cut[i] = w << 8 | (cut[i] >= 1 ? i : al[i]);
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
    make_tables(ed, players, leave_p, gems);
    u64 s = strtoull(argv[4], NULL, 10);
    rng r;
    r.a = splitmix(&s); r.b = splitmix(&s); r.c = splitmix(&s); r.d = splitmix(&s);
    static player *(*const choose[9])(int, int, int, int) =
        {0, 0, 0, choose3, choose4, choose5, choose6, choose7, choose8};
    player *run = choose[players](ed->relics, ed->worth, any_random, any_threshold);
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    run(&tables, games, &r);
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
