export { insertAccount as openAccount } from './wallet-queries.ts'
