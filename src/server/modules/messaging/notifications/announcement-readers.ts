export { countReaders, isReader, listReaders, type ReaderCounts } from './readers-queries.ts'
