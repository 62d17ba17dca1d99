/** Options of a test in a domain's journey that the embedded engine does not repeat (vitest.config.ts). */
export const notRepeated = { skip: process.env.TEST_JOURNEYS_ONLY === 'true' }
