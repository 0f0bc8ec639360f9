import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import routes from './src/web/routes.ts'
import { listPackages } from './src/web/app/vite/list-packages.ts'
import { signedInFolders } from './src/web/app/vite/page-paths.ts'
import { precompress } from './src/web/app/vite/precompress.ts'
import { readerTexts } from './src/web/app/vite/reader-texts.ts'

export default defineConfig({
  publicDir: 'src/web/app/public',
  plugins: [readerTexts(), tailwindcss(), reactRouter(), precompress()],
  // For `npm run dev` on a fresh clone: dependencies found while a page is open reload it.
  optimizeDeps: {
    include: [
      ...listPackages(['src/{web,contract}/**/*.{ts,tsx}'], { hasTests: false }),
      // React Router's own files are looked at as well while a first page is on its way.
      'react-router > @remix-run/route-pattern/match',
      'react-router > @remix-run/route-pattern/specificity',
      'react-router > cookie-es',
    ],
  },
  define: {
    'import.meta.env.SIGNED_IN_FOLDERS': JSON.stringify(signedInFolders(routes)),
  },
  build: {
    // The source is open, and an error's place in it worth more than the files, which only developer tools fetch.
    sourcemap: true,
    target: 'es2023',
    // Browsers that know light-dark(): it is kept as it is instead of being unrolled twice per colour.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    // Fonts and pictures stay files of their own: inlined they would count against every page.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs: as one file it compresses 5 kB better than as eight.
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            // What tables of texts stand on: nothing in it may take a table, which would be a circle.
            {
              name: 'language',
              test: /src\/contract\/base\/(format|languages|money)\.|src\/web\/platform\/i18n\/table\./,
            },
            // Small parts that public pages share: named, for what signed-in pages share as well would come along otherwise.
            {
              name: 'parts',
              test: /src\/web\/(ui\/\w+\/(badge|button|card|checkbox|chunk-error|copy-button|copy-text|empty-state|error-state|field|filter-buttons|guilloche|lazy-part|money|navigation-bar|page-heading|select-field|skeleton|skip-link|text-field|url-place|use-alive|use-url-state)\.|messages\/app\.|platform\/(i18n\/(text|reader-language)|format\/use-format)\.)|lucide-react\/dist\/esm\/((?!icons)|icons\/(arrow-up|check|chevron-down|circle-alert|circle-exclamation-point|copy|eye|eye-off|globe|loader-circle|menu)\.)/,
              minShareCount: 5,
            },
            // What stands on every page beside them: a file of its own for each would be half header.
            {
              name: 'page',
              test: /src\/web\/(platform\/(session\/(session|stored-session|session-token)\.|api\/(report\.|api-error)|page\/page-title)|app\/(errors\/(page-boundary|error-screen)|document\/nonce)|ui\/\w+\/(toasts|cx|live-region|use-typed-early|use-rested)|parts\/(site\/brand|frame\/verifying)|messages\/frame\.)|src\/contract\/catalogue\/platforms\.|vite\/preload-helper/,
              minShareCount: 2,
            },
            // What visitors have around a page.
            {
              name: 'public',
              test: /src\/web\/parts\/(public-frame\/|site\/platform-pages\.)/,
            },
            // A service, as it is shown.
            {
              name: 'services',
              test: /src\/web\/(ui\/text\/fold-text|parts\/(catalogue\/\w+\/(use-service-index|service-(index|chips|title|description)|highlight|name-parts|platform-icon|average-time|say-for-link|order-path)\.|favourites\/(favourites|star-button|use-star)\.|wallet\/(rate-note|use-own-rates)\.)|platform\/query\/late-query\.|site\/services\/list\/use-descriptions\.)|src\/contract\/[\w-]+\/(package-types|rate-for|refill-words)\./,
              minShareCount: 2,
            },
            // The list of them, as visitors have it.
            {
              name: 'services-list',
              test: /src\/web\/(site\/services\/(list\/service-card|services-filter)|parts\/(catalogue\/service\/promotion-card|site\/structured-data))\./,
              minShareCount: 2,
            },
            // Links from page to page, with their arrows: what signed-in pages share would come along to visitors.
            {
              name: 'pager',
              test: /src\/web\/ui\/list\/(read-address|pager|pages-around|use-page-turn)\.|lucide-react\/dist\/esm\/icons\/chevrons?-(left|right)\./,
              minShareCount: 2,
            },
            // Shapes of fields: named, for those of live news would take them along to the sign-in.
            {
              name: 'schemas',
              test: /node_modules\/zod\/|src\/contract\/base\/(codes|endpoint|fields|money-codec)\./,
              minShareCount: 3,
            },
            // A form, and what is said beside its fields.
            {
              name: 'forms',
              test: /src\/web\/(ui\/form\/use-form|platform\/i18n\/say-fields)\.|src\/contract\/(base\/field-(meanings|codes)|words\/(say|fields))\./,
              minShareCount: 2,
            },
            // What happens live on each signed-in page, with the shapes of it.
            {
              name: 'live',
              test: /src\/contract\/(?!words)[\w-]+\/(events|orders|order-events|order-statuses|delivery|tickets|notifications|notification-codes)\./,
              minShareCount: 2,
            },
            // Calls with a session, and what is shown where one fails.
            {
              name: 'calls',
              test: /src\/web\/platform\/(api\/(make-call|call|retry|load-failed|download-button|download-file)|session\/(session-calls|ask-for-proof))\.|src\/contract\/users\/(auth|users|view-as)\./,
              minShareCount: 5,
            },
            // Those of signed-in pages alone. Those that open something are fetched when they do, with all of Base UI that they
            // stand on, and what few pages have (forms, tables, receipts) with those.
            {
              name: 'signed-in',
              test: /src\/web\/ui\/\w+\/(?!dialog-box|confirm-box|sheet|menu|tabs|toast-stack|table|selection|list|page-list|page-size|url-fields|row-keys|number-field|step-number|radio-group|pager|pages-around|older-pages|use-form|use-fading|success-banner|receipt|progress|switch|print-button|fold-text|toasts|cx|live-region)|lucide-react\/dist\/esm\/icons/,
              minShareCount: 5,
            },
            // What pages know of the server. Of public pages only those that somebody signed in sees load it, later.
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/|src\/web\/platform\/query\/(query|query-client|reread)\./,
              minShareCount: 2,
            },
            // A list, which pages without one don't load.
            {
              name: 'list',
              test: /src\/web\/ui\/(list\/(list|page-list|list-pages|list-card|page-size|older-pages|table|table-head|table-selection|selection-bar)|fields\/url-fields|keyboard\/row-keys)\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
