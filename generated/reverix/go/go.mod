module example.com/reverix-go

go 1.23
