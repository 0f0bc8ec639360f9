/** Jobs whose rounds are not measured, with the reason. */
export const skippedJobs: Readonly<Record<string, string>> = {
  'ledger check': 'it has a connection of its own, and its own test of what it reads',
}
