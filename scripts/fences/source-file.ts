export type SourceFile = { path: string; text: string }

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}
