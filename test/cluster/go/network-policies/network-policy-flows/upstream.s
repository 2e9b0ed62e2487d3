// Lets functions without a body be declared here: upstream has them.
