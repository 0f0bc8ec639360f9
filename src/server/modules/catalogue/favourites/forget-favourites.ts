export { deleteStars as forgetFavourites } from './favourites-queries.ts'
