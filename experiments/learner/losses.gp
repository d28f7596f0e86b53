# losses.gp - plots the losses of a training run.
# gnuplot -c losses.gp OUT/losses.csv OUT/losses.svg
set terminal svg size 900,600 dynamic background "white"
set output ARG2
set datafile separator comma
set datafile missing ""
set key autotitle columnhead outside right
set multiplot layout 2,1
set xlabel "step"
set grid
set ylabel "policy, nats"
plot for [name in "policy validation_policy policy_floor validation_policy_floor"] \
    ARG1 using "step":name with lines title name noenhanced
set ylabel "value, nats"
plot for [name in "value validation_value value_floor validation_value_floor"] \
    ARG1 using "step":name with lines title name noenhanced
