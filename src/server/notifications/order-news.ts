export { listOrderNews, type OrderNews } from './preferences-queries.ts'
