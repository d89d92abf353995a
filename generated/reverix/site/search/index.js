apiscribeSearch("index",[["1","2","5","6","a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q","r","s","t","u","v","w"],1]);
