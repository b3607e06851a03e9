/** A style sheet as text; made by `src/build/page-parts.js`. */
declare module '*?style' {
  const text: string;
  export default text;
}

/** A script with everything that it imports, as text; made by `src/build/page-parts.js`. */
declare module '*?script' {
  const text: string;
  export default text;
}
