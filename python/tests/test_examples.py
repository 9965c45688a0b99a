"""The examples in the documentation run."""

import doctest

import closecall


def test_the_tour_of_the_package_runs():
    result = doctest.testmod(closecall)
    assert result.attempted > 0 and result.failed == 0
