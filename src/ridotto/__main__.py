from ridotto.cli import main

raise SystemExit(main())
