module redlock.example/libredlock

go 1.19
