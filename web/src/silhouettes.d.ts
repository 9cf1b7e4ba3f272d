declare module '~silhouettes/*' {
  const paths: Record<string, string>;
  export default paths;
}
