/** What the first charge of a provider's service says of its rate. */
export {
  awaitFirstCharges,
  type ChargedSupply,
  countFirstOrders,
  findChargedSupply,
  giveUpFirstCharge,
  setFirstCharge,
  trustSupply,
} from './charge-queries.ts'
