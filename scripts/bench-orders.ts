import { benchOrders } from '#bench/orders.ts'

const seconds = Number(process.argv[2] ?? 10)
process.exitCode = (await benchOrders({ seconds })) ? 0 : 1
