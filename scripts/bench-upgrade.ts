import { benchUpgrade } from '#bench/upgrade.ts'

process.exitCode = (await benchUpgrade({ seconds: Number(process.argv[2] ?? 5) })) ? 0 : 1
