apiscribeSearch("h",{"headers":[[0,1,"errors"]],"higher":[[3,1,"body.temperature"],[6,1,"model.temperature"]],"how":[[0,1,"streaming"],[3,1,"returns.200.usage"],[4,1,"model.usage"],[6,12]]});
