#include "eval/stats/chi_square.h"

#include "core/base/error.h"
#include <math.h>
#include <stdbool.h>

#define EPSILON 1e-15
#define TINY 1e-300
#define MAX_STEPS 10000

/* The least expected count for the chi^2 approximation. */
#define EXPECTED 5

/* The regularized upper incomplete gamma function: by the series of the lower one where
 * that converges fast, else by the continued fraction (Lentz). */
static double gamma_tail(double shape, double x) {
    double scale = exp(shape * log(x) - x - lgamma(shape));
    if (x < shape + 1) {
        double term = 1 / shape, sum = term;
        for (int i = 1; term > sum * EPSILON; i++)
            sum += term *= x / (shape + i);
        return fmax(0, 1 - scale * sum);
    }
    double b = x + 1 - shape, c = 1 / TINY, d = 1 / b, value = d, factor = 0;
    for (int i = 1; i < MAX_STEPS && fabs(factor - 1) > EPSILON; i++) {
        double a = -i * (i - shape);
        b += 2;
        d = a * d + b;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = b + a / c;
        c = fabs(c) < TINY ? TINY : c;
        value *= factor = c * d;
    }
    return fmin(1, scale * value);
}

double chi_square_tail(double x, double degrees) {
    return x > 0 ? gamma_tail(degrees / 2, x / 2) : 1;
}

/* --- Tables ------------------------------------------------------------------------- */

/* A table without empty rows and columns. */
typedef struct table {
    double cell[CONTINGENCY_MAX][CONTINGENCY_MAX];
    double row[CONTINGENCY_MAX], column[CONTINGENCY_MAX], all;
    int rows, columns;
} table_t;

static void add_margins(table_t *table) {
    for (int i = 0; i < CONTINGENCY_MAX; i++)
        table->row[i] = table->column[i] = 0;
    table->all = 0;
    for (int i = 0; i < table->rows; i++)
        for (int k = 0; k < table->columns; k++) {
            table->row[i] += table->cell[i][k];
            table->column[k] += table->cell[i][k];
            table->all += table->cell[i][k];
        }
}

static int least_of(const double *margin, int count, int but) {
    int least = but == 0 ? 1 : 0;
    for (int i = least + 1; i < count; i++)
        if (i != but && margin[i] < margin[least])
            least = i;
    return least;
}

/* Adds row `from` to row `into`; the last row takes its place. */
static void merge_rows(table_t *table, int into, int from) {
    for (int k = 0; k < table->columns; k++) {
        table->cell[into][k] += table->cell[from][k];
        table->cell[from][k] = table->cell[table->rows - 1][k];
    }
    table->rows--;
}

static void merge_columns(table_t *table, int into, int from) {
    for (int i = 0; i < table->rows; i++) {
        table->cell[i][into] += table->cell[i][from];
        table->cell[i][from] = table->cell[i][table->columns - 1];
    }
    table->columns--;
}

/* Merges the smallest rows or columns until no expected count is below EXPECTED, by the
 * margins only, which carry no information about dependence. */
static bool coarsen(table_t *table) {
    for (;;) {
        add_margins(table);
        if (table->rows < 2 || table->columns < 2)
            return false;
        int row = least_of(table->row, table->rows, -1);
        int column = least_of(table->column, table->columns, -1);
        double part_row = table->row[row] / table->all * table->rows;
        double part_column = table->column[column] / table->all * table->columns;
        if (table->row[row] * table->column[column] / table->all >= EXPECTED)
            return true;
        if (part_row <= part_column) {
            int next = least_of(table->row, table->rows, row);
            merge_rows(table, row < next ? row : next, row < next ? next : row);
        } else {
            int next = least_of(table->column, table->columns, column);
            merge_columns(table, column < next ? column : next,
                          column < next ? next : column);
        }
    }
}

contingency_t contingency_of(const uint64_t *counts, int rows, int columns) {
    table_t table = {.rows = rows, .columns = columns};
    contingency_t found = {.p_value = 1};
    REQUIRE(rows <= CONTINGENCY_MAX && columns <= CONTINGENCY_MAX);
    for (int i = 0; i < rows * columns; i++)
        table.cell[i / columns][i % columns] = (double)counts[i];
    if (!coarsen(&table))
        return found;
    found.degrees = (double)(table.rows - 1) * (table.columns - 1);
    for (int i = 0; i < table.rows; i++)
        for (int k = 0; k < table.columns; k++) {
            double expected = table.row[i] * table.column[k] / table.all;
            double off = table.cell[i][k] - expected;
            found.chi_square += off * off / expected;
        }
    found.p_value = chi_square_tail(found.chi_square, found.degrees);
    return found;
}

contingency_t contingency_pooled(const contingency_t *tables, int count) {
    contingency_t pooled = {.p_value = 1};
    for (int i = 0; i < count; i++) {
        pooled.chi_square += tables[i].chi_square;
        pooled.degrees += tables[i].degrees;
    }
    if (pooled.degrees > 0)
        pooled.p_value = chi_square_tail(pooled.chi_square, pooled.degrees);
    return pooled;
}

contingency_t goodness_of_fit_uniform(const uint64_t *counts, int kinds) {
    contingency_t found = {.p_value = 1};
    double all = 0;
    for (int i = 0; i < kinds; i++)
        all += (double)counts[i];
    if (kinds < 2 || all / kinds < EXPECTED)
        return found;
    found.degrees = kinds - 1;
    for (int i = 0; i < kinds; i++) {
        double off = (double)counts[i] - all / kinds;
        found.chi_square += off * off / (all / kinds);
    }
    found.p_value = chi_square_tail(found.chi_square, found.degrees);
    return found;
}
