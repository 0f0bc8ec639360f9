/** What the imports remember of the services that they write, and how those become what they were. */
export {
  countOrdered,
  type Imported,
  listSnapshots,
  listSuppliedRates,
  noteSeen,
  type Snapshot,
  takeBackImported,
  type TakenBack,
} from '#server/modules/catalogue/public/snapshot-queries.ts'
export { lockSupplies } from './supply-queries.ts'
