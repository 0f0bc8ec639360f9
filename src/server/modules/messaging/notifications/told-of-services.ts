export { keepThoseToldOfServices } from './readers-queries.ts'
