import { benchPlans } from '#bench/plans/bench-plans.ts'

/**
 * `npm run bench:plans -- --orders=1m --json`: what each call and each job reads with 10,000 orders and with many;
 * fails if that grows with the number. `--data-dir=FOLDER` names a database of that many orders filled by `bench:seed`,
 * `--url=… --url=…` two seeded databases, the small one first.
 */
const values = (name: string) =>
  process.argv.filter((one) => one.startsWith(`--${name}=`)).map((one) => one.slice(name.length + 3))
const isGood = await benchPlans({
  orders: values('orders')[0] ?? '100k',
  urls: values('url'),
  dataDir: values('data-dir')[0],
  isJson: process.argv.includes('--json'),
})
process.exitCode = isGood ? 0 : 1
