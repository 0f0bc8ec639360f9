declare module 'virtual:reader-texts' {
  const texts: import('#web/app/vite/reader-texts.ts').ReaderTexts
  export default texts
}
