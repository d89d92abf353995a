module example.com/scale-sgp-go

go 1.23
