export { countReaders, isReader, listReaders } from './readers-queries.ts'
