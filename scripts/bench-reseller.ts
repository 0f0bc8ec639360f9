import { benchReseller, sizes } from '#bench/reseller.ts'

/** `npm run bench:reseller -- --quick` is a short run with fewer rows. */
const size = process.argv.includes('--quick') ? sizes.quick : sizes.whole
process.exitCode = (await benchReseller(size)) ? 0 : 1
