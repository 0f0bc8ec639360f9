import { buildWeb } from './build-web.ts'

/**
 * `npm run build`: installs packages and builds the web app, if they are not ready yet, and starts nothing. With it, an
 * upgrade stops the shop only for seconds, and an image has nothing left to build.
 */
try {
  const { dir } = await buildWeb((line) => console.error(line))
  console.log(`Ready to start: the web app is in ${dir}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
