declare module 'virtual:reader-texts' {
  const texts: import('#web/vite/reader-texts.ts').ReaderTexts
  export default texts
}
