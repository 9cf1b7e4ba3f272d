export { default } from '~silhouettes/mazerunner';
