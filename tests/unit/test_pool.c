/* test_pool.c - order, back-pressure, failures and stops with several numbers of jobs. */
#include "unit/unit.h"

#include <sched.h>
#include <stdatomic.h>

#include "base/pool.h"
#include "base/stop.h"
#include "base/status.h"

typedef struct job {
    unsigned number, square;
} job;

typedef struct run {
    unsigned n, next, written;
    unsigned fail_work, fail_read, fail_write; /* at this number; UINT_MAX: never */
    atomic_uint in_flight, most;
    husk_stop stop;
    unsigned stop_at;
    size_t bytes_each;
} run;

static husk_status read_job(void *context, void *slot, size_t *bytes, husk_error *error)
{
    run *r = context;
    job *j = slot;
    if (r->next == r->fail_read)
        return error_set(error, HUSK_IO, "read %u", r->next);
    if (r->next == r->n)
        return HUSK_END;
    j->number = r->next++;
    if (j->number == r->stop_at)
        husk_stop_set(&r->stop);
    unsigned now = atomic_fetch_add(&r->in_flight, 1) + 1;
    if (now > r->most)
        r->most = now;
    *bytes = r->bytes_each;
    return HUSK_OK;
}

static husk_status work_job(void *context, void *state, void *slot, size_t *bytes, husk_error *error)
{
    run *r = context;
    job *j = slot;
    (void)bytes;
    *(unsigned *)state += 1;
    for (unsigned i = 0; i < (j->number * 7919) % 50; i++) /* some take longer than those after them */
        sched_yield();
    j->square = j->number * j->number;
    return j->number == r->fail_work ? error_set(error, HUSK_BAD_FILE, "work %u", j->number) : HUSK_OK;
}

static husk_status write_job(void *context, void *slot, husk_error *error)
{
    run *r = context;
    const job *j = slot;
    atomic_fetch_sub(&r->in_flight, 1);
    if (j->number == r->fail_write)
        return error_set(error, HUSK_IO, "write %u", j->number);
    assert_int_equal(j->number, r->written);
    assert_int_equal(j->square, j->number * j->number);
    r->written++;
    return HUSK_OK;
}

static husk_status go(run *r, unsigned jobs, size_t max_bytes, husk_error *error)
{
    unsigned counts[8] = { 0 };
    void *states[8];
    for (unsigned i = 0; i < 8; i++)
        states[i] = &counts[i];
    pool_options options = {
        .jobs = jobs, .max_bytes = max_bytes, .slot_size = sizeof(job), .states = states, .stop = &r->stop
    };
    pool_ops ops = { read_job, work_job, write_job };
    return pool_run(&options, &ops, r, error);
}

#define NEVER .fail_work = UINT32_MAX, .fail_read = UINT32_MAX, .fail_write = UINT32_MAX, .stop_at = UINT32_MAX

static void keeps_the_order(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= 8; jobs *= 2)
        for (unsigned n = 0; n < 500; n = n * 3 + 1) {
            run r = { .n = n, NEVER };
            assert_int_equal(go(&r, jobs, 1000, NULL), HUSK_OK);
            assert_int_equal(r.written, n);
        }
}

static void holds_no_more_than_it_may(void **state)
{
    (void)state;
    run r = { .n = 300, NEVER, .bytes_each = 100 };
    assert_int_equal(go(&r, 8, 450, NULL), HUSK_OK);
    assert_int_equal(r.written, 300);
    assert_true(r.most <= 5 + 1);
    run tight = { .n = 100, NEVER, .bytes_each = 100 };
    assert_int_equal(go(&tight, 4, 1, NULL), HUSK_OK); /* one is always let through */
    assert_int_equal(tight.written, 100);
}

static void tells_the_first_failure(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        husk_error error;
        run work = { .n = 200, NEVER };
        work.fail_work = 77;
        assert_int_equal(go(&work, jobs, 1000, &error), HUSK_BAD_FILE);
        assert_string_equal(error.message, "work 77");
        assert_int_equal(work.written, 77);
        run reading = { .n = 200, NEVER };
        reading.fail_read = 50;
        assert_int_equal(go(&reading, jobs, 1000, &error), HUSK_IO);
        assert_string_equal(error.message, "read 50");
        assert_int_equal(reading.written, 50);
        run writing = { .n = 200, NEVER };
        writing.fail_write = 30;
        assert_int_equal(go(&writing, jobs, 1000, &error), HUSK_IO);
        assert_string_equal(error.message, "write 30");
        assert_int_equal(writing.written, 30);
    }
}

static void stops_with_what_was_read_written(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        run r = { .n = 1000, NEVER };
        r.stop_at = 100;
        assert_int_equal(go(&r, jobs, 1000, NULL), HUSK_STOPPED);
        assert_int_equal(r.written, r.next);
        assert_in_range(r.written, 101, 101 + 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(keeps_the_order), cmocka_unit_test(holds_no_more_than_it_may),
                                        cmocka_unit_test(tells_the_first_failure),
                                        cmocka_unit_test(stops_with_what_was_read_written) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
