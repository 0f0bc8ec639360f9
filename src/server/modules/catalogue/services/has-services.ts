/** What tells a catalogue that is new from one that an operator has emptied. */
export { hasServices, hasSupplies } from '#server/modules/catalogue/supplies/supply-queries.ts'
