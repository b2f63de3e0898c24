# count.awk - from ctest's JUnit file of a run, the closing line of ./test: "N passed, N failed[, N skipped]".
# A cmocka program counts as the tests in it, by its own summary; every other test, and a program that ended before its
# summary, counts as one.
/^[ \t]*<testcase / {
    passed_here = failed_here = skipped_here = 0
    status = $0
    sub(/.* status="/, "", status)
    sub(/".*/, "", status)
}
/<skipped message="SKIP_RETURN_CODE=/ { status = "skip" }
# "[  PASSED  ] 5 test(s)."; newer cmockas have the group's name before the number.
/\[  (PASSED |FAILED |SKIPPED) \] (.*: )?[0-9]+ test\(s\)/ {
    number = $0
    sub(/ test\(s\).*/, "", number)
    sub(/.* /, "", number)
    if ($2 == "PASSED") passed_here += number
    else if ($2 == "FAILED") failed_here += number
    else skipped_here += number
}
/^[ \t]*<\/testcase>/ {
    if (status == "skip") skipped_here = 1
    else if (status != "run" && !failed_here) failed_here = 1
    else if (passed_here + failed_here + skipped_here == 0) passed_here = 1
    passed += passed_here
    failed += failed_here
    skipped += skipped_here
}
END { printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : "" }
